import { expect, test } from "vitest";
import {
  countUploading,
  findPhotosProblem,
  listOriginals,
  listUrls,
  movePhoto,
} from "./photo-list.ts";
import { createPhotoUploads } from "./photo-uploads.ts";
import { PhotoProblem } from "./prepare-photo.ts";
import { UploadError } from "./upload-photo.ts";

const file = (name: string) => new File(["x"], name);

/** Uploads that each test resolves or rejects by file name. */
function setUp(urls: string[] = []) {
  const ends = new Map<string, { resolve: (url: string) => void; reject: (e: Error) => void }>();
  const toasts: string[] = [];
  let signedOut = 0;
  const photos = createPhotoUploads(urls, {
    prepare: async (picked) => {
      if (picked.name.endsWith(".gif")) throw new PhotoProblem(`${picked.name} is not a photo.`);
      return picked.name.endsWith(".webp")
        ? { file: picked, note: "It is a JPG now." }
        : { file: picked };
    },
    findPreview: async () => undefined,
    fetchPhoto: async (url) => {
      if (url === "/gone") throw new TypeError("Failed to fetch");
      return file(`copy of ${url}`);
    },
    isGone: async (url) => url === "/gone",
    upload: ({ name }, { signal }) =>
      new Promise((resolve, reject) => {
        ends.set(name, { resolve, reject });
        signal.addEventListener("abort", () => reject(new UploadError(0, "", "")));
      }),
    showToast: ({ title, text, also }) =>
      toasts.push([title, text, also].filter(Boolean).join(" / ")),
    onSignedOut: () => {
      signedOut += 1;
    },
  });
  const upTo = async (count: number) => {
    while (countUploading(photos.getList()) !== count) await Promise.resolve();
  };
  return { photos, ends, toasts, upTo, countSignOuts: () => signedOut };
}

test("adds as many files as fit, in their order, and reports the rest", async () => {
  const { photos, ends, toasts, upTo } = setUp();
  const added = photos.add([file("a.jpg"), file("b.jpg"), file("c.jpg"), file("d.jpg")]);
  await upTo(3);
  for (const name of ["c.jpg", "a.jpg", "b.jpg"]) ends.get(name)?.resolve(`/${name}`);
  await added;
  expect(listUrls(photos.getList())).toEqual(["/a.jpg", "/b.jpg", "/c.jpg"]);
  expect(toasts).toEqual([
    "Maximum images reached / You can only upload up to 3 images / 3 images uploaded successfully",
  ]);
});

test("a file that is not a photo does not take the slot of one that is", async () => {
  const { photos, ends, toasts, upTo } = setUp(["/1", "/2"]);
  const added = photos.add([file("no.gif"), file("a.jpg")]);
  await upTo(1);
  ends.get("a.jpg")?.resolve("/a.jpg");
  await added;
  expect(listUrls(photos.getList())).toEqual(["/1", "/2", "/a.jpg"]);
  expect(photos.getProblems()).toEqual([{ sentence: "no.gif is not a photo." }]);
  expect(toasts).toEqual([
    "Failed to upload images / no.gif is not a photo. / 1 image uploaded successfully",
  ]);
});

test("shows the results of all files in one toast", async () => {
  const { photos, ends, toasts, upTo } = setUp(["/1", "/2"]);
  const added = photos.add([file("no.gif"), file("a.jpg"), file("b.jpg")]);
  await upTo(1);
  ends.get("a.jpg")?.resolve("/a.jpg");
  await added;
  await photos.add([file("c.jpg")]);
  expect(toasts).toEqual([
    "Maximum images reached / You can only upload up to 3 images / Failed to upload images: no.gif is not a photo. 1 image uploaded successfully",
    "Maximum images reached / You can only upload up to 3 images",
  ]);
});

test("a failed upload stays in the list, blocks the form and can be retried", async () => {
  const { photos, ends, toasts, upTo } = setUp();
  const added = photos.add([file("a.jpg")]);
  await upTo(1);
  ends.get("a.jpg")?.reject(new UploadError(503, "", JSON.stringify({ error: "We are busy." })));
  await added;
  expect(toasts).toEqual(["Failed to upload images / We are busy."]);
  const [photo] = photos.getList();
  expect(findPhotosProblem(photos.getList())).toMatch(/could not be uploaded/);
  const retried = photos.retry(photo?.key ?? 0);
  await upTo(1);
  ends.get("a.jpg")?.resolve("/a.jpg");
  await retried;
  expect(findPhotosProblem(photos.getList())).toBeUndefined();
});

test("removes a photo that the server will never accept", async () => {
  const { photos, ends, upTo } = setUp();
  const added = photos.add([file("a.jpg")]);
  await upTo(1);
  ends.get("a.jpg")?.reject(new UploadError(415, "", JSON.stringify({ error: "Damaged." })));
  await added;
  expect(photos.getList()).toEqual([]);
});

test("removing a photo aborts its upload without a toast", async () => {
  const { photos, toasts, upTo } = setUp();
  const added = photos.add([file("a.jpg")]);
  await upTo(1);
  photos.remove(photos.getList()[0]?.key ?? 0);
  await added;
  await photos.untilSettled();
  expect(photos.getList()).toEqual([]);
  expect(toasts).toEqual([]);
});

test("reports an ended session once, and not as a failed upload", async () => {
  const { photos, ends, toasts, upTo, countSignOuts } = setUp();
  const added = photos.add([file("a.jpg"), file("b.jpg")]);
  await upTo(2);
  for (const { reject } of ends.values()) reject(new UploadError(401, "", ""));
  await added;
  expect(countSignOuts()).toBe(1);
  expect(toasts).toEqual([]);
});

test("waits until all uploads are settled", async () => {
  const { photos, ends, upTo } = setUp();
  const added = photos.add([file("a.jpg")]);
  await upTo(1);
  let isSettled = false;
  const settled = photos.untilSettled().then(() => {
    isSettled = true;
  });
  await Promise.resolve();
  expect(isSettled).toBe(false);
  ends.get("a.jpg")?.resolve("/a.jpg");
  await Promise.all([added, settled]);
  expect(isSettled).toBe(true);
});

test("moves a photo, and clamps its index to the list", () => {
  const { photos } = setUp(["/1", "/2", "/3"]);
  const list = photos.getList();
  const last = list[2]?.key ?? 0;
  expect(listUrls(movePhoto(list, last, 0))).toEqual(["/3", "/1", "/2"]);
  expect(listUrls(movePhoto(list, last, 9))).toEqual(["/1", "/2", "/3"]);
  expect(listUrls(movePhoto(list, list[0]?.key ?? 0, 1))).toEqual(["/2", "/1", "/3"]);
});

test("an upload error has the status and response in its message, and the server's sentence separately", () => {
  const error = new UploadError(413, "Payload Too Large", '{"error":"a.jpg is larger than 5 MB."}');
  expect(error.message).toBe('413: {"error":"a.jpg is larger than 5 MB."}');
  expect(error.sentence).toBe("a.jpg is larger than 5 MB.");
  expect(new UploadError(502, "Bad Gateway", "").message).toBe("502: Bad Gateway");
});

test("keeps saying why files were refused until the next selection, and what was done to a photo", async () => {
  const { photos, ends, upTo } = setUp();
  await photos.add([file("no.gif")]);
  expect(photos.getProblems()).toEqual([{ sentence: "no.gif is not a photo." }]);
  const added = photos.add([file("a.webp")]);
  expect(photos.getProblems()).toEqual([]);
  expect(photos.getIsPreparing()).toBe(true);
  await upTo(1);
  expect(photos.getIsPreparing()).toBe(false);
  ends.get("a.webp")?.reject(new UploadError(415, "", JSON.stringify({ error: "Damaged." })));
  await added;
  expect(photos.getProblems()).toMatchObject([{ sentence: "Damaged." }]);
});

test("a form waits for photos that are being prepared", async () => {
  const { photos, ends, upTo } = setUp();
  const added = photos.add([file("a.webp")]);
  let isSettled = false;
  const settled = photos.untilSettled().then(() => {
    isSettled = true;
  });
  await upTo(1);
  expect(isSettled).toBe(false);
  ends.get("a.webp")?.resolve("/a.jpg");
  await Promise.all([added, settled]);
  expect(photos.getList()).toMatchObject([{ note: "It is a JPG now." }]);
});

test("copies the photos of another ad in their order, without a toast", async () => {
  const { photos, ends, toasts } = setUp();
  const copied = photos.addCopies(["/1", "/2"]);
  await expect.poll(() => [...ends.keys()]).toEqual(["copy of /1", "copy of /2"]);
  expect(listOriginals(photos.getList())).toEqual(["/1", "/2"]);
  ends.get("copy of /2")?.resolve("/b");
  ends.get("copy of /1")?.resolve("/a");
  await copied;
  expect(listUrls(photos.getList())).toEqual(["/a", "/b"]);
  expect(toasts).toEqual([]);
});

test("a photo that cannot be copied blocks the form until it is copied or removed", async () => {
  const { photos } = setUp();
  await photos.addCopies(["/gone"]);
  expect(findPhotosProblem(photos.getList())).toMatch(/could not be uploaded/);
  const [photo] = photos.getList();
  await photos.retry(photo?.key ?? 0);
  expect(photos.getList()).toMatchObject([{ state: { kind: "failed" } }]);
});

test("the photos of a draft that are no longer stored are removed, which can be dismissed", async () => {
  const { photos } = setUp(["/1"]);
  await photos.replace(["/2", "/gone", "/3"]);
  expect(listUrls(photos.getList())).toEqual(["/2", "/3"]);
  const [problem] = photos.getProblems();
  expect(problem?.sentence).toMatch(/no longer stored/);
  if (problem) photos.dismiss(problem);
  expect(photos.getProblems()).toEqual([]);
});
