/** An operation of a JSON patch that cannot be done. Clients never see why: the API hides it. */
export class PatchFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchFailure';
  }
}
