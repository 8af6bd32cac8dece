import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the slow files of each project first, so that none runs alone at the end. The projects of a group take turns: while files of
 * one wait for a database, a browser or a process, those of another one use the processor.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isQuick = ({ moduleId }: TestSpecification) => Number(!moduleId.includes('.slow.'));
    // A stable sort: the rest of Vitest's order remains.
    const sorted = (await super.sort(files)).toSorted((one, other) => isQuick(one) - isQuick(other));
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    const turns = [...byProject.values()].flatMap((own) =>
      own.map((file, nth) => ({
        file,
        group: file.project.config.sequence.groupOrder,
        turn: (nth + 0.5) / own.length,
      })),
    );
    return turns.toSorted((one, other) => one.group - other.group || one.turn - other.turn).map(({ file }) => file);
  }
}
