/** Thrown if a fault needs a privilege or a program that is missing on this machine. */
export class NotPermitted extends Error {
  override name = "NotPermitted";
}
