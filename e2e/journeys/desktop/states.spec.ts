import { testState } from "../../checks/state-test.ts";
import { STATES } from "../../states/states.ts";

/** One state of each page with another layout or another background picture on wide windows. */
const WIDE = ["home", "search", "ad"];

for (const state of STATES.filter(({ name }) => WIDE.includes(name))) testState(state);
