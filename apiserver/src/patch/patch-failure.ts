/** An operation of a JSON patch failed. The API does not show the reason to clients. */
export class PatchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchFailure';
  }
}
