import { unknownStart } from '../../../src/create/classify.ts';
import type { History } from '../../../src/model/history.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Testset } from '../../../src/model/testset.ts';
import { explainNetworkError } from '../../../src/service/failures.ts';
import { NetworkError } from '../../../src/service/http/network-error.ts';
import { reasonForNoArtifact } from '../../../src/publish/publish.ts';
import { createView, type ReportView } from '../../../src/report/view.ts';
import { httpReply } from '../replies.ts';
import { ADDRESSES, baselineOf, reportOf, REQUEST, type Facts } from '../reports.ts';

/** The service has no device for the testset. */
const NO_DEVICE = {
  result_code: 4081,
  result_msg: 'Invalid Request Parameter',
  reason: 'Available devices do not exist in preset project data.',
};
export const REJECTED = { error: httpReply(200, JSON.stringify(NO_DEVICE), { what: 'the create' }).error };

/** Nothing was sent. */
const REFUSED = new NetworkError('refused', 'cannot connect to devices.example.com:443 (connection refused)');
export const UNREACHABLE = { error: explainNetworkError(REFUSED, 'the create').error };

/** All was sent, and there was no answer. */
export const UNKNOWN = unknownStart(
  { testsetName: REQUEST.name },
  { message: 'The create request was sent, but no complete response arrived: connection closed.' },
);

interface GalleryFacts extends Facts {
  /** The seconds of the baseline, and earlier results by device; without it there is no baseline. */
  readonly before?: { readonly seconds: number; readonly history: readonly History[] };
}

/** A report as the action makes it in a pull request. */
export function publishedOf(testsets: readonly Testset[], { before, ...facts }: GalleryFacts = {}): Report {
  const none = {
    kind: 'skipped',
    reason: 'GitHub lists no run of this workflow on main for push',
    branch: 'main',
  } as const;
  return reportOf(testsets, { baseline: before ? baselineOf(before.seconds, before.history) : none, ...facts });
}

/** What summary and comment show: with the addresses, if the files of such a report are published. */
export function publishedView(report: Report): ReportView {
  return { ...createView(report), addresses: reasonForNoArtifact(report) === undefined ? ADDRESSES : {} };
}
