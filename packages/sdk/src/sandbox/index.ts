export { type ExaminedContainment, examineContainment } from './examine-containment.ts'
export { type ExaminedSandbox, examineSandbox } from './examine-sandbox.ts'
