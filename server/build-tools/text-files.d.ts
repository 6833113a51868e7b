// Statements and data in files of their own, as text.
declare module '*.sql' {
  const statements: string
  export default statements
}
declare module '*.txt' {
  const data: string
  export default data
}
