export default function Page() {
  return <h1>All quays are open</h1>;
}
