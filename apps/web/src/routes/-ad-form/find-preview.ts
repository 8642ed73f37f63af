const WIDTH = 480;

/**
 * A small picture of a file as a data URL, which the content security policy allows where it does
 * not allow blobs; undefined for a file that the browser cannot draw.
 */
export async function findPreview(file: File): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH });
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL("image/jpeg", 0.7);
  } catch {
    return undefined;
  }
}
