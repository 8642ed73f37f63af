import { findSchemaBreaks, type Versions } from "./compare-schemas.ts";
import { resolveHeader, resolveResponse } from "./resolve.ts";
import { METHODS, type OpenApi, type Operation, type Parameter } from "./types.ts";

/**
 * What programs written for one document would stumble over under the other, a line each: calls,
 * statuses, headers and fields that are gone or can be something else, and input that is newly needed or no
 * longer taken. Additions break nothing.
 */
export function findBreaks(before: OpenApi, after: OpenApi): string[] {
  const versions = { before, after };
  return Object.entries(before.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const [was, is] = [item[method], after.paths[path]?.[method]];
      if (!was) return [];
      const breaks = is ? compareOperations(versions, was, is) : ["the call is gone"];
      return breaks.map((text) => `${method.toUpperCase()} ${path}: ${text}`);
    }),
  );
}

/** Whether the first number of the version was raised, which says that programs have to change. */
export function isNewMajor(before: OpenApi, after: OpenApi): boolean {
  const major = ({ info }: OpenApi) => Number(info.version.split(".", 1));
  return major(after) > major(before);
}

function compareOperations(versions: Versions, was: Operation, is: Operation): string[] {
  const isOpen = ({ security }: Operation) => security.some((way) => Object.keys(way).length === 0);
  return [
    ...(was.operationId === is.operationId ? [] : [`it was called ${was.operationId}`]),
    ...(isOpen(was) && !isOpen(is) ? ["it needs a session now"] : []),
    ...compareParameters(versions, was.parameters ?? [], is.parameters ?? []),
    ...compareBodies(versions, was, is),
    ...compareResponses(versions, was, is),
  ];
}

function compareParameters(
  versions: Versions,
  was: readonly Parameter[],
  is: readonly Parameter[],
): string[] {
  const like = (one: Parameter) => (other: Parameter) =>
    one.in === other.in && one.name === other.name;
  const added = is.filter((parameter) => parameter.required && !was.some(like(parameter)));
  return [
    ...added.map(({ name }) => `${name} has to be sent now`),
    ...was.flatMap((parameter) => {
      const { name, schema } = parameter;
      const same = is.find(like(parameter));
      if (!same) return [`${name} is gone`];
      const isNeeded = same.required && !parameter.required ? [`${name} has to be sent now`] : [];
      const pair = { before: schema, after: same.schema };
      return [...isNeeded, ...findSchemaBreaks(versions, pair, "sent", name)];
    }),
  ];
}

function compareBodies(versions: Versions, was: Operation, is: Operation): string[] {
  const [before, after] = [was.requestBody, is.requestBody];
  const isNeeded = after?.required && !before?.required ? ["a body has to be sent now"] : [];
  const types = Object.entries(before?.content ?? {}).flatMap(([type, { schema }]) => {
    const same = after?.content[type];
    if (!same) return [`it takes no ${type} any more`];
    return findSchemaBreaks(versions, { before: schema, after: same.schema }, "sent", "body");
  });
  return [...isNeeded, ...types];
}

function compareResponses(versions: Versions, was: Operation, is: Operation): string[] {
  return Object.entries(was.responses).flatMap(([status, response]) => {
    const other = is.responses[status];
    if (!other) return [`the status ${status} is gone`];
    const before = resolveResponse(versions.before, response);
    const after = resolveResponse(versions.after, other);
    const headers = Object.entries(before.headers).flatMap(([name, reference]) => {
      const header = after.headers[name];
      if (!header) return [`${status} has no ${name} any more`];
      const lost =
        resolveHeader(versions.before, reference).required &&
        !resolveHeader(versions.after, header).required;
      return lost ? [`${status} may have no ${name} now`] : [];
    });
    const types = Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
      const same = after.content?.[type];
      if (!same) return [`${status} is no ${type} any more`];
      const pair = { before: schema, after: same.schema };
      return findSchemaBreaks(versions, pair, "answered", `${status} answer`);
    });
    return [...headers, ...types];
  });
}
