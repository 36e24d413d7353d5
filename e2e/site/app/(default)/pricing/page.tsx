export default function Page() {
  return (
    <main id="content" className="landing">
      <h1>What a berth costs</h1>
    </main>
  );
}
