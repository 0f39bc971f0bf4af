/** Cues of programming: names and words that are the same in every language. Format: cue-format.ts. */
import type { CueTable } from './cue-format.ts';

export const PROGRAMMING: CueTable = {
  code: [
    [
      4,
      'javascript|typescript|kotlin|c++|c#|golang|php|nodejs|numpy|pandas|postgres|postgresql|mysql|kubernetes',
    ],
    [
      4,
      'dockerfile|eslint|vitest|pytest|useeffect|usestate|nullpointerexception|indexerror|traceback|npm|sql',
    ],
    [
      4,
      'in python|in java|in rust|in go|in c|in ruby|in swift|auf python|en python|em python|на python|на c++',
    ],
    [
      4,
      'in c#|in react|python function|python script|react app|en java|em java|node app|en c|i18next|на java',
    ],
    [3, 'react|docker|html|css|git|django|flask|fastapi|redis|terraform|github|webpack|vue|angular|spring'],
    [3, 'crashloopbackoff|eresolve|modulenotfounderror|fetch|bash|linux|android|graphql|oauth|mongodb|jpeg'],
    [2, 'python|java|node|rest|json|yaml|api|http|cpp|perl|backend|frontend|swift ui|jquery|join'],
    [1, 'rust|go|swift|ruby|shell|scala'],
    [-3, 'about python|python as|a python|java coffee|rust off|java first|get rust|the swift|about java*'],
  ],
};

export const PROGRAMMING_TERMS: CueTable = {
  code: [
    [
      4,
      'vba|excel macro|excel formula|google sheets|spreadsheet formula|pivot table|run time error|vlookup|macro',
    ],
    [
      4,
      'aws|s3|ec2|lambda|dynamodb|gcp|azure|cloudfront|nginx|apache|kafka|rabbitmq|elasticsearch|sqlite|mariadb',
    ],
    [
      4,
      'jwt|jwts|oauth|cors|csrf|xss|websocket|websockets|grpc|localstorage|sessionstorage|cookies|presigned|iframe',
    ],
    [
      4,
      'github actions|gitlab|jenkins|ansible|helm|kubectl|cargo|rustc|gcc|clang|cmake|makefile|gradle|maven|pip',
    ],
    [
      4,
      'powershell|zsh|vim|vscode|intellij|xcode|homebrew|systemd|cron|crontab|ssh|chmod|grep|awk|sed|tmux|curl',
    ],
    [
      4,
      'next js|nestjs|express js|svelte|redux|tailwind|jquery|vite|rollup|babel|laravel|symfony|wordpress|rails',
    ],
    [
      4,
      'pytorch|tensorflow|scikit|matplotlib|scipy|jupyter|pandas|opencv|keras|flutter|unity|unreal|arduino|esp32',
    ],
    [
      4,
      'haskell|erlang|elixir|clojure|lisp|prolog|fortran|cobol|matlab|lua|dart|julia|zig|ocaml|assembly|solidity',
    ],
    [
      4,
      'monad*|closure*|coroutine*|goroutine*|generics|polymorphism|encapsulation|singleton|middleware|webhook*',
    ],
    [
      4,
      'websocket*|serializ*|deserializ*|multithread*|concurren*|parallelis*|parallelize|async*|deadlock*|garbage collector',
    ],
    [
      3,
      'keyword|constructor|destructor|pointer*|inheritance|interface|enum|struct|tuple|dictionary|hashmap|linked',
    ],
    [
      3,
      'stack|heap|queue|binary tree|binary search|sorting|big o|dependency|dependencies|package|module|bundle|linker',
    ],
    [
      3,
      'frontend|backend|full stack|devops|ci cd|pipeline|deployment|deploy|container|cluster|cache|caching|proxy',
    ],
    [
      3,
      'abstract class|design pattern|undo stack|data type|type hint|type script|unit tested|linter|compiler|runtime',
    ],
    [
      3,
      'csv file|json|xml|yaml|toml|markdown parser|base64|utf 8|unicode|hash|encryption|certificate|token|localhost',
    ],
    [3, 'selector|dom|viewport|media query|responsive|canvas|svg|webgl|shader|event listener|onclick|props'],
    [
      3,
      'let|var und let|var let|var|const|null|undefined|nan|void|volatile|static|pip install|migration|migrations|orm',
    ],
    [
      2,
      'server|browser|plugin|port|thread|process|memory leak|log|logs|terminal|command line|cli|sdk|ide|release',
    ],
    [
      2,
      '401|403|404|500|502|timeout|exception|stderr|stdout|flag|hangs|crash|crashes|crashed|fails|failing|broken build',
    ],
    [
      3,
      'schnittstelle|abstrakte klasse|schleife|zeiger|vererbung|rekursion|umgebungsvariable|datentyp|github|projekt ein',
    ],
    [
      3,
      'boucle|héritage|pointeur|interface|récursi*|dépôt git|serveur|migration|déployer|fichier json|fichier csv',
    ],
    [
      3,
      'bucle|herencia|puntero|interfaz|recursi*|servidor|desplegar|repositorio|archivo json|archivo csv|excepción',
    ],
    [
      3,
      'herança|ponteiro|servidor|repositório|arquivo csv|banco de dados|exceção|ciclo for|puntatore|ereditarietà',
    ],
    [
      3,
      'file csv|file json|eccezione|riga per riga|сервер*|класс*|интерфейс*|абстрактн*|наследован*|указател*',
    ],
    [
      3,
      'исключени*|поток*|строк*|репозитор*|фреймворк*|запрос к базе|таблиц*|ветк*|коммит*|деплой*|алгоритм*',
    ],
    [
      4,
      '类型|继承|指针|线程|服务器|部署|编译|正则|查询|前端框架|异步|SQL|ジェネリクス|クラス|メソッド|非同期|サーバー|型|ライブラリ',
    ],
    [
      4,
      '리액트|상태 관리|클래스|스레드|서버|배포|라이브러리|쿼리|비동기|타입|قاعدة بيانات|فلاتر|فايربيس|خادم|واجهة برمجة|सर्वर|डिबग|ऐप बनाने',
    ],
    [
      -3,
      'lambda calculus|python snake|java island|cookies recipe|cookies and|bake cookies|rust stain*|stack of',
    ],
  ],
};
