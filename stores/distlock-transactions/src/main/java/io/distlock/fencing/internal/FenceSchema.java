// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing.internal;

import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.table.SqlTable;
import io.distlock.jdbc.internal.table.TableNames;

/**
 * Definition of the table of fencing tokens.
 */
final class FenceSchema implements SqlTable {

	private static final String SCRIPT = "/io/distlock/fencing/schema-fencing-";

	@Override
	public String name() {
		return "FENCE";
	}

	@Override
	public String columns(Dialect dialect) {
		return "fence_key, token, transaction_mark, updated_at";
	}

	@Override
	public void checkSupported(Dialect dialect) {
		FenceSql.checkSupported(dialect);
	}

	@Override
	public String createStatement(Dialect dialect, String tablePrefix) {
		return TableNames.script(FenceSchema.class, SCRIPT, dialect, tablePrefix).get(0);
	}

	@Override
	public LockTableMissingException missing(Dialect dialect, String tablePrefix, Throwable cause) {
		return new LockTableMissingException(in(tablePrefix), "fencing tokens", createStatement(dialect, tablePrefix),
				"distlock.fencing", cause);
	}

}
