/** The subset of JSON Schema 2020-12 that the document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  pattern?: string;
  format?: string;
  default?: unknown;
  description?: string;
  $defs?: Record<string, JsonSchema>;
};

export type Reference = { $ref: string };

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: JsonSchema;
};

type MediaType = {
  schema: JsonSchema;
  example?: unknown;
  encoding?: Record<string, { contentType: string }>;
};

export type RequestBody = { required: boolean; content: Record<string, MediaType> };

export type Header = { description: string; required?: boolean; schema: JsonSchema };

export type ApiResponse = {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, MediaType>;
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Alternative requirements; each maps security schemes to the roles that it needs. */
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, ApiResponse | Reference>;
};

export type SecurityScheme = {
  type: string;
  description: string;
  in?: string;
  name?: string;
  scheme?: string;
};

export const METHODS = ["get", "post", "patch", "delete"] as const;

export type Method = (typeof METHODS)[number];

export type PathItem = Partial<Record<Method, Operation>>;

/** The subset of an OpenAPI 3.1 document that is used here. */
export type OpenApi = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    responses: Record<string, ApiResponse>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};
