export default function HomePage() {
  return <h1>Longbay</h1>;
}
