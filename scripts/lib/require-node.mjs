// Imported first and statically, so it runs before any newer syntax is parsed. Keep it in syntax that Node 12 parses.
var needed = [20, 19];
var running = process.versions.node.split('.').map(Number);

if (running[0] < needed[0] || (running[0] === needed[0] && running[1] < needed[1])) {
  console.error(
    `Piecework needs Node ${needed.join('.')} or newer, and this is Node ${process.versions.node}. Install a newer one ` +
      'from https://nodejs.org (or with "nvm install 20"), then run the same command again.',
  );
  process.exit(1);
}
