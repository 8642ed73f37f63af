import { testState } from "../../checks/state-test.ts";
import { STATES } from "../../states/states.ts";

/** One state of each page that is laid out otherwise on a wide window, or lies over another picture. */
const WIDE = ["home", "search", "ad"];

for (const state of STATES.filter(({ name }) => WIDE.includes(name))) testState(state);
