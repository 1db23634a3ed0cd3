/** Returns a function that also reports what it throws. */
export const reporting =
  <I, R>(run: (input: I) => R, report: (error: unknown, input: I) => void): ((input: I) => R) =>
  (input) => {
    try {
      return run(input);
    } catch (error) {
      report(error, input);
      throw error;
    }
  };
