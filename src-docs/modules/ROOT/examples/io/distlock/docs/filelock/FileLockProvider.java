// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.nio.file.Path;

import io.distlock.record.RecordLockProvider;

/**
 * Locks for the processes of one machine, as files in a directory.
 */
// tag::provider[]
public final class FileLockProvider extends RecordLockProvider {

	public FileLockProvider(Path directory) {
		super(new FileRecordStore(directory));
	}

	@Override
	public String name() {
		return "file";
	}

}
// end::provider[]
