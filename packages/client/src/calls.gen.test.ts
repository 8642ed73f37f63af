import { readFile } from "node:fs/promises";
import type { AppRouter } from "@studbook/api/router";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { expect, expectTypeOf, it } from "vitest";
import { renderCalls } from "../scripts/render-calls.ts";
import type { createCalls } from "./calls.gen.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type Calls = ReturnType<typeof createCalls>;

type CallInputs = {
  [Noun in keyof Calls]: {
    [Verb in keyof Calls[Noun]]: Calls[Noun][Verb] extends (input: infer Input) => unknown
      ? Input
      : never;
  };
};
type CallOutputs = {
  [Noun in keyof Calls]: {
    [Verb in keyof Calls[Noun]]: Calls[Noun][Verb] extends () => Promise<infer Output>
      ? Output
      : Calls[Noun][Verb] extends (input: never) => Promise<infer Output>
        ? Output
        : never;
  };
};

it("matches the API's procedures and schemas", async () => {
  const current = await readFile(new URL("./calls.gen.ts", import.meta.url), "utf8");
  expect(current, "Run `pnpm generate` and commit the result").toBe(renderCalls());
});

it("has the same input and output types as the procedures", () => {
  type InputsMatch = CallInputs extends Inputs ? true : false;
  type OutputsMatch = [CallOutputs, Outputs] extends [Outputs, CallOutputs] ? true : false;
  expectTypeOf<InputsMatch>().toEqualTypeOf<true>();
  expectTypeOf<OutputsMatch>().toEqualTypeOf<true>();
});
