import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts slow files before all others of their group, so that none runs alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const isQuick = ({ moduleId }: TestSpecification) => Number(!moduleId.includes('.slow.'));
    // A stable sort: the rest of Vitest's order remains.
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other) || isQuick(one) - isQuick(other));
  }
}
