export { allHeld, createFakeBackend, type FakeBackend, type FakeBackendOptions } from './create-fake-backend.ts'
