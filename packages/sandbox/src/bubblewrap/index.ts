export { type BubblewrapBackendOptions, createBubblewrapBackend } from './create-bubblewrap-backend.ts'
