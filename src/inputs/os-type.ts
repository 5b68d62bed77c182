import type { AppFile, OsType } from '../inputs.ts';
import { osTypeOf } from './app-kind.ts';
import type { Form } from './form.ts';
import { shown } from './shown.ts';

/** The system that `os-type` names, in any letter case; undefined when the input is empty, and after a fault. */
export function readOsType(form: Form): OsType | undefined {
  const text = form.text('os-type');
  switch (text.toLowerCase()) {
    case '':
      return undefined;
    case 'android':
      return 'ANDROID';
    case 'ios':
      return 'iOS';
    default:
      form.fault('os-type', shown(text), 'be ANDROID or iOS');
      return undefined;
  }
}

/** The system to test an app on: as given, or as its name says; undefined when neither tells. Faults are noted. */
export function readAppOsType(form: Form, app: AppFile | undefined): OsType | undefined {
  const given = readOsType(form);
  const meant = app && osTypeOf(app.name);
  if (app && meant && given && meant !== given) {
    form.fault('os-type', given, `be ${meant} or empty, because that is what ${shown(app.name)} is made for`);
  } else if (app && !meant && form.text('os-type') === '') {
    form.fault('os-type', 'empty', 'be ANDROID or iOS, because a zip does not show which of them it is for');
  }
  return given ?? meant;
}

/** The system of scenarios, which nothing but the input tells; undefined after a fault. */
export function readScenarioOsType(form: Form): OsType | undefined {
  if (form.text('os-type') === '') {
    form.fault('os-type', 'empty', 'be ANDROID or iOS, because scenarios belong to one of them');
  }
  return readOsType(form);
}
