/** The answer of a call in the background that has ended. @throws Error for one that still runs */
export function ended<Answer extends object>(answer: Answer): Exclude<Answer, { running: true }> {
  if ('running' in answer) throw new Error('The call still runs');
  return answer as Exclude<Answer, { running: true }>;
}
