"""Diagrams of the kinds that PlantUML's documentation shows, in our own words, one for each feature."""

# ruff: noqa: E501 (a diagram is a line)
from __future__ import annotations

EXAMPLES = {
    "actions": "start\n:Fill in the form;\n:Sign it\non every page;\n:Send it\\nby post;\nstop",
    "conditions": "start\nif (complete?) then (yes)\n  :stamp;\nelse (no)\n  :return;\nendif\nstop",
    "tests by words": "if (colour) is (red) then\n:halt;\nelse (green)\n:go;\nendif\nif (n) equals (5) then\n:five;\nendif",
    "many conditions": (
        "start\nif (cash?) then (yes)\n:count;\n(no) elseif (card?) then (indeed)\n:swipe;\n(never) else if (bill?) then (so)\n"
        ":write;\nelse (nothing)\n:wait;\nendif\nend"
    ),
    "ends within": "if (broken?) then (yes)\n:throw;\nkill\nendif\nif (lost?) then (so)\n:search;\ndetach\nendif\n:use;",
    "repeat": "start\nrepeat\n:read page;\n:turn page;\nrepeat while (more?) is (yes) not (no)\nstop",
    "repeat from an action": "repeat :open door;\n:look;\nbackward :close door;\nrepeat while (nobody?)\n:enter;",
    "leaving a loop": "repeat\n:try;\nif (works?) then (yes)\nbreak\nendif\n:repair;\nrepeat while (patience?)\n:rest;",
    "while": "start\nwhile (mail?) is (some)\n:sort;\nendwhile (none)\nstop",
    "fork": "fork\n:cook;\nfork again\n:lay table;\nfork again\n:call guests;\nend fork\n:eat;",
    "fork with merge": "fork\n:ask mother;\nfork again\n:ask father;\nend merge\n:go;",
    "split": "start\nsplit\n:walk;\nsplit again\n:ride;\nsplit again\n:swim;\nend split\n:arrive;\nstop",
    "notes": "start\n:weigh;\nnote right\nup to **two** tons\nend note\n:load;\nfloating note left: by crane\nstop",
    "colours": "#HotPink:warn;\n#AAAAAA/White:wait;\n#palegreen:if (clear?) then (yes)\n:leave;\nendif",
    "arrows": ":a;\n-> then;\n:b;\n-[#blue]-> soon;\n:c;\n-[#green,dashed]->\n:d;\n-[#black,dotted]->\n:e;\n-[hidden]->\n:f;",
    "an arrow alone in a branch": "if (tall?) then (yes)\n-[#gray,bold]->\n:stoop;\nelse (no)\n:go in;\nendif\n->\n:sit;",
    "an arrow of two lines": ":a;\n-> long\nwait;\n:b;",
    "connectors": ":first;\n(A)\ndetach\n(A)\n:second;\n#blue:(B)\n:third;",
    "partitions": 'partition "Phase one" #LightBlue {\n:plan;\n}\npartition Build {\n:dig;\npartition #pink Inner {\n:lay;\n}\n}',
    "lanes": "|Clerk|\nstart\n:take;\n|#AntiqueWhite|Manager|\n:sign;\n|Clerk|\n:file;\nstop",
    "creole": ":**Weigh** the //parcel//;\n:see [[https://example.org the list]];\n:<b>stamp</b> and <size:20>seal</size>;",
    "creole in labels": 'if (**wet** now?) then (//very//)\n:dry __well__;\nendif\n:""code"" --gone--;',
    "lists": ":* bread\n* milk;\n:~* no list ~**plain~**;",
    "looks": "skinparam ActivityBorderColor red\nskinparam activity {\nBackgroundColor white\n}\nstart\n:one;\n' remark\n/' more\nof it '/\nstop",
    "older: actions": '(*) --> "Ring"\n-->[nobody] "Ring again" as twice\n-right-> "Leave a\n<b>card</b>"\ntwice -[#blue]-> (*)',
    "older: tests": (
        'title Mail\n(*top) --> "Sort"\nif "stamped?" then\n->[yes] "Send"\nif "not abroad?" then\n-->[true] (*)\nelse\n'
        '-->[no] "Write customs form"\nendif\nelse\n-left->[no] "Buy stamp"\n--> "Sort"\nendif\n--> "Rest"\n--> if "" then\n--> "Go"\nendif'
    ),
    "older: bars": '(*) --> ===B1===\n--> "Cook"\n--> ===B2===\n===B1=== --> "Lay table"\n--> == B2 ==\n--> (*)',
    "older: partitions": (
        'partition Kitchen {\n(*) --> "Cook"\nnote right: never raw\n}\npartition "The hall" #LightBlue {\n"Cook" --> "Serve"\n'
        'note left\nnot "cold"\nend note\n}\n"Serve" --> (*)'
    ),
    "a title": "title Making tea\nstart\n:boil;\nstop",
    "states": "[*] --> Idle\nIdle --> Busy : coin\nBusy -> Idle\nBusy --> [*]\nIdle : waits\nIdle : for coins",
    "composite states": "[*] --> Off\nstate On {\n[*] --> Dim\nDim --> Bright : turn\nBright --> [*]\n}\nOff --> On : press\nOn --> Off",
    "long names": 'state "Waiting for rain" as wait\nstate "Growing" as grow {\n}\n[*] --> wait\nwait -up-> grow : a shower\\nof rain',
    "choices and bars": (
        "state c <<choice>>\nstate f <<fork>>\nstate j <<join>>\n[*] --> c\nc --> One : small\nc --> f : large\nf --> Two\nf --> Three\n"
        "Two --> j\nThree --> j\nj --> [*]"
    ),
    "regions": "[*] --> Keyboard\nstate Keyboard {\n[*] --> NumOff\nNumOff --> NumOn : num\n--\n[*] --> CapsOff\nCapsOff --> CapsOn : caps\n}",
    "notes at states": "[*] --> A\nnote left of A : short\nA --> B\nnote right of B\nlong\nnote\nend note\nB -[#red,dashed]-> A",
    "states with looks": "hide empty description\nscale 350 width\nstate A #pink\nA --> B\nB -left-> C",
}
"""Text between ``@startuml`` and ``@enduml`` by what it shows."""
