export default function Page() {
  return <h1>Docent</h1>;
}
