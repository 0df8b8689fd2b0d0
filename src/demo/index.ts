export { DemoModule } from './demo.module';
export { demoExamples } from './demo-examples';
