import { DOCUMENT_PROPERTIES } from './document-properties.ts';
import type { HostileProperty } from './property.ts';
import { TEXT_PROPERTIES } from './text-properties.ts';

/** What holds for log lines, pages and documents; of use outside of jest, too. */
export const HOSTILE_PROPERTIES: readonly HostileProperty[] = [...TEXT_PROPERTIES, ...DOCUMENT_PROPERTIES];
