export { type StoreSection, storeSection } from './session/store-section.ts'
