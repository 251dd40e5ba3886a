"""What every command asks of what it is given: an argument or option that is there has a value, and one that takes a single value is there once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand

from tablegames.core.law import Refused


class GivenOnce(TyperCommand):
    """A command that refuses what a script's unset variable leaves behind, and an option of which only the last value would count."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments as Typer reads them, once each has one value of its own."""
        if not ctx.resilient_parsing:
            values, _, given = self.make_parser(ctx).parse_args(list(args))
            names = {name for parameter in self.params if _is_option(parameter) for name in parameter.opts}
            for parameter, times in Counter[Any](given).items():
                if times > 1 and _is_option(parameter) and not (parameter.multiple or parameter.is_flag):
                    raise Refused(f"{_name(parameter)} is given {times} times: give it once")
                _check(parameter, values.get(parameter.name), names)
        return super().parse_args(ctx, args)


class Commands(typer.Typer):
    """An application whose commands are all :class:`GivenOnce`."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """As Typer's, for commands of this kind."""
        return super().command(name, **{"cls": GivenOnce, **settings})


def _check(parameter: Any, value: Any, names: set[str]) -> None:
    """Refuse a value that is empty or blank, and the next option in the place of one (``--record $UNSET --fsync``)."""
    for text in value if isinstance(value, list | tuple) else (value,):
        if isinstance(text, str) and not text.strip():
            raise Refused(f"{_name(parameter)} is empty: give it a value, or leave it out")
        if text in names:
            raise Refused(f"{_name(parameter)} has no value: {text} follows it")


def _is_option(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "option")


def _name(parameter: Any) -> str:
    """What a parameter is called: an option by its long form, an argument as in the help."""
    if _is_option(parameter):
        return str(max(parameter.opts, key=len))
    return str(parameter.metavar or "").strip("[].-") or str(parameter.name)
