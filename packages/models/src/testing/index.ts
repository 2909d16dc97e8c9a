export { connectFake, fakeFamilies } from './connect-fake.ts'
export { type FakeModels, type FakeModelsOptions, type FakeRequest, openFakeModels } from './fake-models.ts'
export {
  type FakeCount,
  type FakeFailure,
  type FakeFamily,
  type FakeQuirk,
  type FakeStep,
  fakeFailures,
  fakeQuirks,
} from './fake-step.ts'
export { knownSignature, validateRequest } from './validate-request.ts'
