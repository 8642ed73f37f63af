import type { AdFieldName } from "./ad-form-values.ts";

export const PHOTOS_ID = "ad-photos";

export function fieldId(name: AdFieldName): string {
  return `ad-${name}`;
}
