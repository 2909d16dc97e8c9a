export {
  type ContainedPlace,
  type Containment,
  type ContainmentOptions,
  type ContainmentState,
  createContainment,
} from './containment.ts'
