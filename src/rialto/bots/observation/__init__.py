"""What a seat may know, as numbers: for nets here, and for every interface of `research`."""
