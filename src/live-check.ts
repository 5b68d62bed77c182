import { NO_COUNTS, type Counts } from './counts.ts';
import type { Office } from './office.ts';
import type { Creation } from './service/create.ts';

/** Shows that testsets have begun in the check run, if there is to be one; gives back what shows their counts there. */
export async function openLiveCheck(
  { checkRun }: Pick<Office, 'checkRun'>,
  creations: readonly Creation[],
): Promise<(counts: Counts) => void> {
  const created = creations.filter((creation) => creation.kind === 'created');
  if (!checkRun || created.length === 0) return () => undefined;
  const { liveText } = await import('./report/check-run.ts');
  const ids = created.map(({ id }) => id);
  const total = created.reduce((sum, { unitTests = 0 }) => sum + unitTests, 0);
  const show = (counts: Counts): void => {
    checkRun.update(liveText(counts, ids));
  };
  show({ ...NO_COUNTS, total });
  return show;
}
