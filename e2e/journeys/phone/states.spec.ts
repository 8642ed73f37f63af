import { testState } from "../../checks/state-test.ts";
import { STATES } from "../../states/states.ts";

for (const state of STATES) testState(state);
