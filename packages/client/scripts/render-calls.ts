import { appRouter } from "@studbook/api/router";
import { ERROR_STATUS } from "@studbook/domain/errors";
import * as account from "@studbook/domain/schemas/account";
import * as ads from "@studbook/domain/schemas/ad";
import * as admin from "@studbook/domain/schemas/admin";
import * as audit from "@studbook/domain/schemas/audit";
import * as coupons from "@studbook/domain/schemas/coupon";
import * as legal from "@studbook/domain/schemas/legal";
import * as payments from "@studbook/domain/schemas/payment";
import { NoPayload, strictObject } from "@studbook/domain/schemas/strict-object";
import { z } from "@studbook/domain/schemas/z";
import { type Direction, describeType, LISTS, union } from "./describe-type.ts";

// Which day no birthdate may be after is part of no type.
const NewAd = ads.newAd("2026-01-01");
const AdPatch = strictObject({ id: z.string(), ...ads.adPatch("2026-01-01").shape });

/** What these calls take is checked by their operations, which know the day. */
const CHECKED_LATER: Record<string, z.ZodType> = { "ads.create": NewAd, "ads.update": AdPatch };

const MODULES = [account, ads, admin, audit, coupons, legal, payments, { NewAd, AdPatch }];

const Procedure = z.object({
  type: z.enum(["query", "mutation"]),
  inputs: z.array(z.instanceof(z.ZodType)).default([]),
  output: z.instanceof(z.ZodType),
});

/** The client's calls and their types as TypeScript, made of the procedures of the API and their schemas. */
export function renderCalls(): string {
  const types = new NamedTypes();
  const groups = new Map<string, string[]>();
  for (const [path, procedure] of Object.entries<object>(appRouter._def.procedures)) {
    const [noun = "", verb = ""] = path.split(".");
    const call = renderCall(path, Reflect.get(procedure, "_def"), types);
    groups.set(noun, [...(groups.get(noun) ?? []), `${verb}: ${call},`]);
  }
  const calls = [...groups].map(([noun, lines]) => `${noun}: {\n${indent(lines.join("\n"))}\n},`);
  return `// Written by \`pnpm generate\` from the schemas of the API: do not edit.
import type { Ask, CallOptions } from "./connection.ts";

${LISTS.map(([name, values]) => `export type ${name} =${union(values)};\n`).join("\n")}
${types.render()}
/** Which refusal it is: codes never change, so programs branch on them. */
export type ErrorCode =${union(Object.keys(ERROR_STATUS))};

/** Every call of the API over a way to ask, each under the path of its procedure. */
export function createCalls(ask: Ask) {
  return {
${indent(indent(calls.join("\n")))}
  };
}
`;
}

function renderCall(path: string, definition: unknown, types: NamedTypes): string {
  const { type, inputs, output } = Procedure.parse(definition);
  const schema = CHECKED_LATER[path] ?? inputs.at(-1);
  const ask = `ask<${types.describe(output, "output")}>("${type}", "${path}", input, options)`;
  if (!schema || schema === NoPayload) {
    return `(input?: undefined, options?: CallOptions) =>\n  ${ask}`;
  }
  const optional = schema.safeParse(undefined).success ? "?" : "";
  const input = types.describe(schema, "input");
  return `(input${optional}: ${input}, options?: CallOptions) =>\n  ${ask}`;
}

/** The types that the domain has names for, as far as they are spoken of. */
class NamedTypes {
  readonly #names = new Map<unknown, string>();
  readonly #described = new Map<string, string>();

  constructor() {
    for (const [name, value] of MODULES.flatMap((module) => Object.entries(module))) {
      if (value instanceof z.ZodType) this.#names.set(value, name);
    }
  }

  /** A schema's name where it has one, otherwise its type. */
  describe(schema: z.ZodType, io: Direction): string {
    const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
    return (
      this.#findName(inner, io) ?? describeType(schema, io, (part) => this.#findName(part, io))
    );
  }

  render(): string {
    const sorted = [...this.#described].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([name, type]) => `export type ${name} = ${type};\n`).join("\n");
  }

  #findName(schema: unknown, io: Direction): string | undefined {
    const name = this.#names.get(schema);
    if (name === undefined || !(schema instanceof z.ZodType)) return undefined;
    const type = describeType(schema, io, (part) => this.#findName(part, io));
    if (type === "string") return undefined;
    const known = this.#described.get(name);
    if (known !== undefined && known !== type) throw new Error(`Two types are called ${name}`);
    this.#described.set(name, type);
    return name;
  }
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
