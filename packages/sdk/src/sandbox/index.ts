export { type ExaminedSandbox, examineSandbox } from './examine-sandbox.ts'
