/** Requests to another process, each waiting for its response. */
export interface Questions<Answer> {
  /**
   * @param send sends the request with this id
   * @returns undefined without a response in time
   */
  ask: (send: (id: number) => void) => Promise<Answer | undefined>;
  answered: (id: number, answer: Answer) => void;
}

export function createQuestions<Answer>(limitMs: number): Questions<Answer> {
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let lastId = 0;
  return {
    ask(send) {
      const id = ++lastId;
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(id, undefined), limitMs);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        send(id);
      });
    },
    answered: settle,
  };

  function settle(id: number, answer: Answer | undefined): void {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  }
}
