import { type Ad, createCalls } from "./calls.gen.ts";
import { Connection, type ConnectionOptions } from "./connection.ts";
import { type AdFilters, type SearchOptions, searchAds } from "./search-ads.ts";
import { type UploadOptions, uploadPhotos } from "./upload-photos.ts";

export type * from "./calls.gen.ts";
export type { CallOptions, ConnectionOptions } from "./connection.ts";
export type { AdFilters, SearchOptions } from "./search-ads.ts";
export {
  type Issue,
  type NewerCode,
  StudbookError,
  type StudbookErrorCode,
} from "./studbook-error.ts";
export type { UploadOptions } from "./upload-photos.ts";

/** The calls of the API by noun and verb, and what is more than one call. */
export type StudbookClient = ReturnType<typeof createCalls> & {
  /**
   * Every ad that a search finds, newest first, in as many requests as it takes:
   * `for await (const ad of client.searchAds({ breed: "Boxer" }))`.
   */
  searchAds(filters?: AdFilters, options?: SearchOptions): AsyncGenerator<Ad, void, undefined>;
  /**
   * Uploads one to three JPEG or PNG files of at most 5 MiB each, all or none. What `onProgress` throws
   * gives the upload up and rejects the call.
   *
   * @returns their addresses in the order of the files, for the `images` of an ad
   */
  uploadPhotos(files: Iterable<Blob>, options?: UploadOptions): Promise<string[]>;
  /** The session as a `Cookie` header, to go on with later; '' in browsers, which keep it themselves. */
  readonly cookie: string;
};

/**
 * A client of the Studbook at `baseUrl`, which remembers who is signed in. A call that is refused or gets
 * no answer rejects with a {@link StudbookError}, one that its signal gave up with the signal's reason.
 *
 * @throws TypeError when `baseUrl` is no origin of http(s), or `cookie` no header
 */
export function createStudbookClient(options: ConnectionOptions): StudbookClient {
  const connection = new Connection(options);
  const calls = createCalls(connection.ask);
  return {
    ...calls,
    searchAds: (filters, how) => searchAds(calls.ads.search, filters, how),
    uploadPhotos: (files, how) => uploadPhotos(connection, files, how),
    get cookie() {
      return connection.jar.header;
    },
  };
}
