import type { AppFile, OsType } from '../inputs.ts';

import { osTypeOf } from './app-kind.ts';
import type { Form } from './form.ts';
import { shown } from './shown.ts';

/** The system to test on: as given, or as the name of the app says; undefined when neither tells. Faults are noted. */
export function readOsType(form: Form, app: AppFile | undefined): OsType | undefined {
  const text = form.text('os-type');
  const given = parseOsType(text);
  const meant = app && osTypeOf(app.name);
  if (text !== '' && given === undefined) {
    form.fault('os-type', shown(text), 'be ANDROID or iOS');
  } else if (app && meant && given && meant !== given) {
    form.fault('os-type', given, `be ${meant} or empty, because that is what ${shown(app.name)} is made for`);
  } else if (app && !meant && !given) {
    form.fault('os-type', 'empty', 'be ANDROID or iOS, because a zip does not show which of them it is for');
  }
  return given ?? meant;
}

function parseOsType(text: string): OsType | undefined {
  switch (text.toLowerCase()) {
    case 'android':
      return 'ANDROID';
    case 'ios':
      return 'iOS';
    default:
      return undefined;
  }
}
