/** A request that is not carried out for a reason that the user should read; the message is for people. */
export class RefusedRequest extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RefusedRequest';
  }
}
