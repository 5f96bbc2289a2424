// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.nio.file.Path;

import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Locks of an application in files.
 */
// tag::configuration[]
@Configuration(proxyBeanMethods = false)
class FileLockConfiguration {

	@Bean
	LockProvider fileLockProvider(@Value("${file-locks.directory}") Path directory) {
		return new FileLockProvider(directory);
	}

}
// end::configuration[]
