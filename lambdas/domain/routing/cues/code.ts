/** Cues of programming and of developers' tools. Format: all-cues.ts. */
export const CODE = `
mongodb|mongoose|paginate|pagination|dataframe|list of dicts|list comprehension|sort the list|nested loop
sorted by key|отсортировать список|список словарей|словарь|сортировк*|liste trier|trier une liste
liste sortieren|ordenar una lista|ordenar lista|in column|column a|cell a1|cells in|liquid template*|shopify
wix|squarespace|checkout page|turtle|scratch project|in js|checks a folder|watch a folder|watches a folder
mails me|emails me when|every 5 minutes|rename all|task scheduler|power automate|contact form|input field
phone number field|web page|webpage|home page|add a button|pop up|popup|captcha|log in page|login page
mi consulta|la consulta|millón de filas|índice|la tabla|小程序|登录页面|验证码|网页|插件|爬虫|公式|ma requête|la requête
meine abfrage|excel|spreadsheet|countif|sumif|index match|xlookup|conditional formatting|google script
apps script|power query|bash script|shell script|one liner|command to|linux command|batch file|regex for
regular expression*|cron job|dotfiles|git push|git pull|git merge|git commit|git stash|merge conflict*
force push|detached head|gitignore|cherry pick|foreign key|primary key|left join|inner join|group by
stored procedure|sql injection|normalize the|query optimi*|n 1|stack overflow|memory leak|off by one
race condition|null check|undefined is not|is not a function|is not defined|big o|binary search|binary tree
hash table|hash map|sorting algorithm|bubble sort|quicksort|leetcode|dynamic programming|raspberry pi
discord bot|telegram bot|chrome extension|web scraper|scraping|scrape|selenium|playwright|puppeteer
login form|landing page in|navbar|dropdown|center a div|z index|css grid|dark mode toggle|sticky header
hover effect|html|css|js|ts|py|cpp|npm|yarn|pnpm|venv|conda|env|repo|repos|ci|cd|vpn config|ssl|dns|subnet
firewall rule*|my program|my script|my function|my app|my query|my website|my build|my tests|my server
this script|this error|won t compile|doesn t compile|throws|stack trace|exception|null|type safe|lint
snippet|source file|unit testing|mijn code|deze code|schrijf een functie|schrijf een script|compileert niet
foutmelding in|een lus|functie|broncode|databank|mój kod|ten kod|napisz funkcję|napisz skrypt|baza danych
bazy danych|funkcj*|programow*|pętl*|tablic*|zapytanie sql|kompil*|błąd w|fonksiyon*|kodum*|bu kod
veritabanı*|programla*|döngü*|betik|derle*|yazılım*|hata veriyor|kod yaz|javascript|typescript|kotlin|c++|c#
golang|php|nodejs|numpy|pandas|postgres|postgresql|mysql|kubernetes|dockerfile|eslint|vitest|pytest
useeffect|usestate|nullpointerexception|indexerror|traceback|sql|in python|in java|in rust|in go|in c
in ruby|in swift|auf python|en python|em python|на python|на c++|in c#|in react|python function
python script|react app|en java|em java|node app|en c|i18next|на java|react|docker|git|django|flask|fastapi
redis|terraform|github|webpack|vue|angular|spring|crashloopbackoff|eresolve|modulenotfounderror|fetch|bash
linux|android|graphql|oauth|jpeg|vba|excel macro|excel formula|google sheets|spreadsheet formula|pivot table
run time error|vlookup|macro|aws|s3|ec2|lambda|dynamodb|gcp|azure|cloudfront|nginx|apache|kafka|rabbitmq
elasticsearch|sqlite|mariadb|jwt|jwts|cors|csrf|xss|grpc|localstorage|sessionstorage|cookies|presigned
iframe|github actions|gitlab|jenkins|ansible|helm|kubectl|cargo|rustc|gcc|clang|cmake|makefile|gradle|maven
pip|powershell|zsh|vim|vscode|intellij|xcode|homebrew|systemd|cron|crontab|ssh|chmod|grep|awk|sed|tmux|curl
next js|nestjs|express js|svelte|redux|tailwind|jquery|vite|rollup|babel|laravel|symfony|wordpress|rails
pytorch|tensorflow|scikit|matplotlib|scipy|jupyter|opencv|keras|flutter|unity|unreal|arduino|esp32|haskell
erlang|elixir|clojure|lisp|prolog|fortran|cobol|matlab|lua|dart|julia|zig|ocaml|assembly|solidity|monad*
closure*|coroutine*|goroutine*|generics|polymorphism|encapsulation|singleton|middleware|webhook*|websocket*
serializ*|deserializ*|multithread*|concurren*|parallelis*|parallelize|async*|deadlock*|garbage collector
keyword|constructor|destructor|pointer*|inheritance|interface|enum|struct|tuple|dictionary|hashmap|linked
stack|heap|queue|sorting|dependency|dependencies|package|module|bundle|linker|frontend|backend|full stack
devops|ci cd|pipeline|deployment|deploy|container|cluster|cache|caching|proxy|abstract class|design pattern
undo stack|data type|type hint|type script|unit tested|linter|runtime|csv file|json|xml|yaml|toml
markdown parser|base64|utf 8|unicode|hash|encryption|certificate|token|localhost|selector|dom|viewport
media query|responsive|canvas|svg|webgl|shader|event listener|onclick|props|let|var und let|var let|var
const|undefined|nan|void|volatile|static|pip install|migration|migrations|orm|schnittstelle|abstrakte klasse
schleife|zeiger|vererbung|rekursion|umgebungsvariable|datentyp|projekt ein|boucle|héritage|pointeur|récursi*
dépôt git|serveur|déployer|fichier json|fichier csv|bucle|herencia|puntero|interfaz|recursi*|servidor
desplegar|repositorio|archivo json|archivo csv|excepción|herança|ponteiro|repositório|arquivo csv
banco de dados|exceção|ciclo for|puntatore|ereditarietà|file csv|file json|eccezione|riga per riga|сервер*
класс*|интерфейс*|абстрактн*|наследован*|указател*|исключени*|поток*|строк*|репозитор*|фреймворк*
запрос к базе|таблиц*|ветк*|коммит*|деплой*|алгоритм*|类型|继承|指针|线程|服务器|部署|编译|正则|查询|前端框架|异步|ジェネリクス|クラス
メソッド|非同期|サーバー|型|ライブラリ|리액트|상태 관리|클래스|스레드|서버|배포|라이브러리|쿼리|비동기|타입|قاعدة بيانات|فلاتر|فايربيس|خادم|واجهة برمجة
सर्वर|डिबग|ऐप बनाने|unit test|unit tests|pull request|git rebase|segfault|source code|borrow checker
rest api|time complexity|database schema|status code|feature branch|red black tree|refactor*|debug*|compil*
endpoint*|dependency injection|linked list|lru cache|this code|my code|http client|web server|null pointer
type error|syntax error|docker compose|multi stage|a function that|this function|a script that|a class that
this class|this query|write code|monorepo|refaktor*|quellcode|diesen code|datenbank*|skript|requête|débogu*
fuite de mémoire|tableau d objets|base de données|programm*|mon code|consulta sql|mi código|este código
base de datos|depurar|programa*|descargue|loop|api rest|meu código|funzione in|mio codice|questo codice
base di dati|un api|inverte una stringa|напиши функцию|напиши скрипт|docker контейнер|ошибку компиляции
парсинг*|этом коде|мой код|компил*|отлад*|сортирует|программ*|базы данных|базу данных|рефактор*|скрипт*
массив*|代码|函数|算法|编程|报错|数据库|递归|深拷贝|前端|后端|脚本|コード|関数|バグ|プログラム|スクリプト|データベース|エラーが出|コンパイル|配列|코드|함수|배열|파이썬|자바스크립트
버그|데이터베이스|프로그래밍|컴파일|에러|بايثون|جافا|دالة|كود|برمج|خوارزمية|سكريبت|पायथन|फ़ंक्शन|फंक्शन|कोड|प्रोग्राम|जावा
डेटाबेस|एल्गोरिद|स्ट्रिंग`;
