/** Serves a folder on localhost, for looking at the site: `node serve.js FOLDER [PORT]`. */
import { siteServer } from './server.js';

const [folder = '.', port = '8080'] = process.argv.slice(2);
siteServer(folder).listen(Number(port), '127.0.0.1', () => console.log(`site    http://localhost:${port}/ (Ctrl+C ends it)`));
