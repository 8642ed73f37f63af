import { readFile } from "node:fs/promises";
import type { AppRouter } from "@studbook/api/router";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { expect, expectTypeOf, it } from "vitest";
import { renderCalls } from "../scripts/render-calls.ts";
import type { createCalls } from "./calls.gen.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type Calls = ReturnType<typeof createCalls>;

type Sent = {
  [Noun in keyof Calls]: {
    [Verb in keyof Calls[Noun]]: Calls[Noun][Verb] extends (input: infer Input) => unknown
      ? Input
      : never;
  };
};
type Answered = {
  [Noun in keyof Calls]: {
    [Verb in keyof Calls[Noun]]: Calls[Noun][Verb] extends () => Promise<infer Output>
      ? Output
      : Calls[Noun][Verb] extends (input: never) => Promise<infer Output>
        ? Output
        : never;
  };
};

it("is written anew when a procedure or a schema changes", async () => {
  const written = await readFile(new URL("./calls.gen.ts", import.meta.url), "utf8");
  expect(written, "run `pnpm generate`").toBe(renderCalls());
});

it("takes and answers what the procedures do", () => {
  type IsTaken = Sent extends Inputs ? true : false;
  type IsAnswered = [Answered, Outputs] extends [Outputs, Answered] ? true : false;
  expectTypeOf<IsTaken>().toEqualTypeOf<true>();
  expectTypeOf<IsAnswered>().toEqualTypeOf<true>();
});
