export { countWaitingFiles } from './count-waiting-files.ts'
export {
  type DatabaseExamination,
  type ExaminedDatabase,
  examineDatabase,
  type ServerExamination,
} from './examine-database.ts'
