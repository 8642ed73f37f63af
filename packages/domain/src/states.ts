const STATE_NAMES = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
} as const;

export type StateCode = keyof typeof STATE_NAMES;

export function isStateCode(value: unknown): value is StateCode {
  return typeof value === "string" && Object.hasOwn(STATE_NAMES, value);
}

/** The codes of the 50 states, in the alphabetical order of their names. */
export const STATE_CODES: readonly StateCode[] = Object.keys(STATE_NAMES).filter(isStateCode);

/** The 50 states, alphabetically by name (specification, section 3). */
export const US_STATES: readonly { readonly code: StateCode; readonly name: string }[] =
  STATE_CODES.map((code) => ({ code, name: STATE_NAMES[code] }));

/** Returns the full name, as cards and ad pages show it: 'Texas'. */
export function stateName(code: StateCode): string {
  return STATE_NAMES[code];
}

/** Returns the name with its code, as forms show it: 'Texas (TX)'. */
export function stateLabel(code: StateCode): string {
  return `${STATE_NAMES[code]} (${code})`;
}
