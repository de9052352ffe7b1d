from datetime import datetime


async def main(customer: str, since: datetime, password: str, limit=100, region: "str" = "eu"):
    """
    Reports what a customer did.

    :param customer: Name or number
    :param datetime since: From when on,
        in UTC
    :param limit: At most that many
    :type limit: int
    :returns: rows
    """
    return []
