import { z } from "@studbook/domain/schemas/z";
import { appRouter } from "../router.ts";
import { WHO } from "../trpc.ts";
import type { ProcedureName } from "./call.ts";

const Definition = z
  .object({
    type: z.enum(["query", "mutation"]),
    meta: z.object({ who: z.enum(WHO), isOpen: z.boolean().default(false) }),
    inputs: z.array(z.instanceof(z.ZodType)),
    output: z.instanceof(z.ZodType),
  })
  .transform(({ type, meta, inputs, output }) => ({
    type,
    who: meta.who,
    /** Whether pages of any origin may call it. */
    isOpen: meta.isOpen && type === "query",
    // Each step of a procedure may add a schema; the last one is complete.
    input: inputs.at(-1),
    output,
  }));

/** A procedure's kind, schemas and who may call it. */
export type ProcedureDefinition = z.output<typeof Definition>;

// The types nest the procedures in routers; at run time they are one flat record.
const procedures: Map<string, unknown> = new Map(Object.entries(appRouter._def.procedures));

/** Returns the definition of a procedure. Throws an Error for an unknown name. */
export function getProcedure(name: ProcedureName): ProcedureDefinition {
  return readDefinition(name, procedures.get(name));
}

const openProcedures = namesOf(({ isOpen }) => isOpen);
const pagedProcedures = namesOf(
  ({ output }) => output instanceof z.ZodObject && "nextCursor" in output.shape,
);

/** Whether a name is that of a query that pages of any origin may call. */
export function isOpenProcedure(name: string): boolean {
  return openProcedures.has(name);
}

/** Whether a name is that of a list that is read page by page. */
export function isPagedProcedure(name: string): boolean {
  return pagedProcedures.has(name);
}

function namesOf(matches: (definition: ProcedureDefinition) => boolean): ReadonlySet<string> {
  const found = [...procedures].filter(([name, one]) => matches(readDefinition(name, one)));
  return new Set(found.map(([name]) => name));
}

function readDefinition(name: string, procedure: unknown): ProcedureDefinition {
  if (typeof procedure !== "function" || !("_def" in procedure)) {
    throw new Error(`Unknown procedure: ${name}`);
  }
  return Definition.parse(procedure._def);
}
