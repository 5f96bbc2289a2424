/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.docs.filelock;

import java.nio.file.Path;

import io.distlock.contract.HolderProcess;
import io.distlock.docs.filelock.FileLockContractTests.FileStore;

/**
 * A process that holds a lock until it is killed.
 */
// tag::holder[]
public final class FileLockHolder {

	private FileLockHolder() {
	}

	public static void main(String[] args) throws Exception {
		HolderProcess.run(new FileStore(Path.of(args[0])), args[1]);
	}

}
// end::holder[]
