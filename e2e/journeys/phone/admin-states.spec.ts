import { testState } from "../../checks/state-test.ts";
import { ADMIN_STATES } from "../../states/admin-states.ts";

for (const state of ADMIN_STATES) testState(state);
