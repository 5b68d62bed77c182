import { TestsetError, type ErrorCode } from '../../src/model/errors.ts';
import type { Report } from '../../src/model/report.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { reportOf, SCENARIOS, type Facts } from '../support/reports.ts';
import { complete, device, devices, notCreated, suiteOf, unfinished } from '../support/testsets.ts';

/** An error of this code. */
export const error = (code: ErrorCode, more: Partial<TestsetError> = {}): TestsetError =>
  new TestsetError({ code, message: 'It happened.', hint: 'Do this.', ...more });
/** What the service said, with its code. */
export const rejection = (code: number, reason = '', hint = 'Do this.', message = 'Wrong'): TestsetError =>
  error('service-rejected', { hint, rejection: { code, reason, message } });
/** The time of a step that timed out. */
export const threeHours = { durationSeconds: 10_800 };
/** A quarantine file for the third device. */
export const quarantine = [{ reason: 'r', owner: 'o', expires: '2026-12-15', device: device(2).device }];
/** Seven of eight devices passed, and a user stopped the other one. */
export const oneStopped = { total: 8, pass: 7, fail: 0, error: 0, stop: 1, initializing: 0 };
/** The report of a step that ran scenarios for three hours. */
export const scenarios = (...list: Parameters<typeof reportOf>[0][]): Report =>
  reportOf(list.flat(), { request: SCENARIOS, ...threeHours });
/** A testset of this scenario. */
export const ofScenario = (scenario: number) => ({ scenario });
/** Two of four devices are missing. */
export const withMissingDevices = (isCancelled = false): Report =>
  reportOf(complete(devices(4), { xml: [suiteOf(devices(2))], isCancelled }));
/** Any number of devices may fail. */
export const anyFailures = { maxFailures: Infinity };
/** Two devices that failed. */
export const BOTH = { 0: 'failed', 1: 'failed' } as const;

type Results = Parameters<typeof devices>[1];
/** The report of one testset with so many devices, which passed except for these. */
export const ran = (number: number, results?: Results, facts?: Facts): Report =>
  reportOf(complete(devices(number, results)), facts);
/** The testset of a scenario with so many devices. */
export const ranIn = (scenario: number, number: number, results?: Results) =>
  complete(devices(number, results), { scenario });
/** The report of a testset that is not over. */
export const open = (outcome: Outcome, given?: Parameters<typeof unfinished>[1], facts?: Facts): Report =>
  reportOf(unfinished(outcome, given), { durationSeconds: 180 * 60, ...facts });
/** The report of a create without a testset. */
export const none = (...given: Parameters<typeof notCreated>): Report => reportOf(notCreated(...given));
