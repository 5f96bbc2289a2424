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

import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.docs.filelock.FileLockContractTests.FileStore;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks in files between processes.
 */
// tag::processes[]
class FileLockProcessTests extends ProcessContract {

	@TempDir
	private static Path directory;

	@Override
	protected StoreUnderTest store() {
		return new FileStore(directory);
	}

	@Override
	protected Class<?> holder() {
		return FileLockHolder.class;
	}

	@Override
	protected String[] connection() {
		return new String[] { directory.toString() };
	}

}
// end::processes[]
